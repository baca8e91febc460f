/* Coal Baron in plain C: the yardstick for the compiled backend.
 *
 * The same rules, decisions and generators as src/pithead/games/coal_baron, written the way a C programmer would: one
 * struct, no bookkeeping of who has seen what. The components come from material.h, which reference.py writes. Plays
 * random games from given keys and prints the decisions, the nanoseconds and the final scores of each game.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "material.h"

typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;

/* ---------------------------------------------------------------- chance */

typedef struct { u32 key[8], block[16], purpose, counter; int used; } Rng;
typedef struct { u32 w[4]; } Fast;

#define ROTL(x, k) (((x) << (k)) | ((x) >> (32 - (k))))
#define QUARTER(a, b, c, d) \
    a += b; d ^= a; d = ROTL(d, 16); c += d; b ^= c; b = ROTL(b, 12); \
    a += b; d ^= a; d = ROTL(d, 8);  c += d; b ^= c; b = ROTL(b, 7);

static void rng_begin(Rng *r, u32 purpose) { memset(r->block, 0, sizeof r->block); r->purpose = purpose; r->counter = 0; r->used = 16; }

static void rng_block(Rng *r) {
    u32 in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, r->key[0], r->key[1], r->key[2], r->key[3],
                  r->key[4], r->key[5], r->key[6], r->key[7], r->counter, 0, r->purpose, 0};
    u32 x[16];
    memcpy(x, in, sizeof x);
    for (int i = 0; i < 4; i++) {
        QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13])
        QUARTER(x[2], x[6], x[10], x[14]) QUARTER(x[3], x[7], x[11], x[15])
        QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12])
        QUARTER(x[2], x[7], x[8], x[13]) QUARTER(x[3], x[4], x[9], x[14])
    }
    for (int i = 0; i < 16; i++) r->block[i] = x[i] + in[i];
    r->counter++;
    r->used = 0;
}

static u32 rng_word(Rng *r) { if (r->used == 16) rng_block(r); return r->block[r->used++]; }

static int rng_draw(Rng *r, int n) {
    u64 limit = 0x100000000ull - 0x100000000ull % (u64)n, w = rng_word(r);
    while (w >= limit) w = rng_word(r);
    return (int)(w % (u64)n);
}

static void rng_shuffle(Rng *r, i8 *items, int n) {
    for (int i = n - 1; i > 0; i--) { int j = rng_draw(r, i + 1); i8 t = items[i]; items[i] = items[j]; items[j] = t; }
}

static void fast_seed(Fast *f, u32 a, u32 b) {
    u32 x = a ^ (b << 7) ^ 0x9e3779b9u;
    for (int i = 0; i < 4; i++) {
        x += 0x9e3779b9u + b;
        u32 z = x;
        z = (z ^ (z >> 16)) * 0x21f0aaadu;
        z = (z ^ (z >> 15)) * 0x735a2d97u;
        f->w[i] = z ^ (z >> 15);
    }
    f->w[0] |= 1;
}

static u32 fast_word(Fast *f) {
    u32 result = ROTL(f->w[1] * 5, 7) * 9, t = f->w[1] << 9;
    f->w[2] ^= f->w[0]; f->w[3] ^= f->w[1]; f->w[1] ^= f->w[2]; f->w[0] ^= f->w[3];
    f->w[2] ^= t;
    f->w[3] = ROTL(f->w[3], 11);
    return result;
}

static int fast_draw(Fast *f, int n) { return (int)(((u64)fast_word(f) * (u64)n) >> 32); }

/* ----------------------------------------------------------------- state */

typedef struct { int n; i8 items[PILE_MAX]; } Pile;
typedef struct {
    int points, francs, workers, level;
    i8 cage[COLOURS], storage[COLOURS], carts[COLOURS], coal[COLOURS][COLOURS], tiles[TILE_KINDS];
    Pile orders;
    i8 complete[VEHICLES], squares[COLOURS + VEHICLES];
} Player;
typedef struct {
    Rng rng;
    int n, phase, shift, first, current, drafted, moves, refill, unfilled, level, pile, end, swap, swap_colour, swap_first;
    Player players[4];
    i8 workers_on[SPACES], owner_of[SPACES], supply[COLOURS], factory[FACTORY_SLOTS], display[ORDER_SLOTS];
    i8 in_draft[ORDER_CARDS], missing[ORDER_CARDS], needs[ORDER_CARDS][COLOURS], cubes[ORDER_CARDS][COLOURS];
    Pile piles[2], drawn, arranged;
} State;

enum { TILES, ORDERS };
enum { CAGED, STORED, TWO_FOR_ONE };
enum { DRAFTING, PLACING, FILLING_CART, KEEPING_TILE, KEEPING_ORDER, CHOOSING_END, ARRANGING, MINING_MOVES, FIRST_CUBE, SECOND_CUBE, DONE, OVER };
enum { FACTORY, FACTORY_DRAW, MINING, DELIVERY, MONEY, ORDER, ORDER_DRAW };
enum {
    END_TURN = 0, PLACE = 1, DRAFT = PLACE + SPACES + 1, COAL = DRAFT + ORDER_CARDS, LEAVE_EMPTY = COAL + COLOURS,
    KEEP_TILE, KEEP_ORDER = KEEP_TILE + TILE_KINDS, KEEP_NONE = KEEP_ORDER + ORDER_CARDS, TOP, BOTTOM, NEXT_TILE,
    NEXT_ORDER = NEXT_TILE + TILE_KINDS, CAGE = NEXT_ORDER + ORDER_CARDS, LOAD = CAGE + COLOURS + 1, STORE = LOAD + COLOURS,
    FILL = STORE + COLOURS, WITH = FILL + ORDER_CARDS * COLOURS * 3
};

static inline int total(const i8 *c, int n) { int t = 0; for (int i = 0; i < n; i++) t += c[i]; return t; }
static int pop(Pile *p) { return p->items[--p->n]; } /* callers know that it is not empty */
static void take(Pile *p, int at) { p->n--; for (int i = at; i < p->n; i++) p->items[i] = p->items[i + 1]; }

static void gain_order(State *s, int card) {
    Pile *o = &s->players[s->current].orders;
    int at = o->n++;
    while (at > 0 && o->items[at - 1] > card) { o->items[at] = o->items[at - 1]; at--; }
    o->items[at] = (i8)card;
    s->in_draft[card] = 0;
}

static void call_workers_home(State *s) {
    memset(s->workers_on, 0, sizeof s->workers_on);
    memset(s->owner_of, 0, sizeof s->owner_of);
    for (int p = 0; p < s->n; p++) s->players[p].workers = WORKERS[s->n];
}

static void setup(State *s, int n, const u32 *key) {
    memset(s, 0, sizeof *s);
    memcpy(s->rng.key, key, sizeof s->rng.key);
    rng_begin(&s->rng, 0);
    s->n = n;
    Pile *t = &s->piles[TILES];
    for (int copy = 0; copy < TILE_COPIES; copy++) for (int k = 0; k < TILE_KINDS; k++) t->items[t->n++] = (i8)k;
    rng_shuffle(&s->rng, t->items, t->n);
    for (int i = 0; i < FACTORY_SLOTS; i++) s->factory[i] = (i8)(n >= SPACE_MIN[FACTORY_SPACE[i]] ? pop(t) : -1);
    for (int c = 0; c < COLOURS; c++) s->supply[c] = CUBES;
    for (int p = 0; p < n; p++) {
        Player *q = &s->players[p];
        q->francs = FRANCS[n];
        for (int c = 0; c < COLOURS; c++) { q->carts[c] = q->coal[c][c] = BASE_CARTS[c]; s->supply[c] -= BASE_CARTS[c]; }
    }
    call_workers_home(s);
    s->first = rng_draw(&s->rng, n);
    Pile *o = &s->piles[ORDERS];
    for (int k = 0; k < ORDER_CARDS; k++) {
        o->items[o->n++] = (i8)k;
        s->missing[k] = ORDER_SIZE[k];
        memcpy(s->needs[k], ORDER_SQUARES[k], COLOURS);
    }
    rng_shuffle(&s->rng, o->items, o->n);
    memset(s->display, -1, sizeof s->display);
    for (int i = 0; i < DRAFT_REVEAL[n]; i++) s->in_draft[pop(o)] = 1;
    s->current = (s->first + n - 1) % n;
    s->phase = DRAFTING;
    rng_begin(&s->rng, 1);
}

/* --------------------------------------------------------- legal actions */

static int can_place(const State *s, const Player *p, int space) {
    if (s->n < SPACE_MIN[space] || p->workers < s->workers_on[space] + 1) return 0;
    int d = SPACE_DETAIL[space];
    switch (SPACE_KIND[space]) {
        case FACTORY: return s->factory[d] >= 0 && TILE_PRICE[s->factory[d]] <= p->francs;
        case FACTORY_DRAW: return s->piles[TILES].n > 0;
        case DELIVERY: return p->complete[d] > 0;
        case ORDER: return s->display[d] >= 0;
        case ORDER_DRAW: return s->piles[ORDERS].n > 0;
        default: return 1;
    }
}

static int legal_mining(const State *s, i16 *out) {
    const Player *p = &s->players[s->current];
    int k = 0, surface = p->level == 0;
    out[k++] = END_TURN;
    for (int l = 0; l <= COLOURS; l++) if (l != p->level) out[k++] = (i16)(CAGE + l);
    if (!surface) {
        if (total(p->cage, COLOURS) < CAGE_SLOTS)
            for (int c = 0; c < COLOURS; c++) if (p->coal[p->level - 1][c] > 0) out[k++] = (i16)(LOAD + c);
    } else
        for (int c = 0; c < COLOURS; c++) if (p->cage[c] > 0) out[k++] = (i16)(STORE + c);
    int cubes = total(p->storage, COLOURS) + (surface ? total(p->cage, COLOURS) : 0);
    if (!cubes) return k;
    int two = cubes >= 2 && s->moves >= 2;
    for (int i = 0; i < p->orders.n; i++) {
        int card = p->orders.items[i];
        if (!s->missing[card]) continue;
        for (int c = 0; c < COLOURS; c++) {
            if (!s->needs[card][c]) continue;
            int move = FILL + (card * COLOURS + c) * 3;
            if (surface && p->cage[c] > 0) out[k++] = (i16)(move + CAGED);
            if (p->storage[c] > 0) out[k++] = (i16)(move + STORED);
            if (two) out[k++] = (i16)(move + TWO_FOR_ONE);
        }
    }
    return k;
}

static int legal_cubes(const State *s, i16 *out) {
    const Player *p = &s->players[s->current];
    int second = s->phase == SECOND_CUBE, first = second ? s->swap_first : 0, k = 0, rest = 0;
    for (int i = 2 * COLOURS - 1; i >= first; i--) {
        int count = i < COLOURS ? (p->level == 0 ? p->cage[i] : 0) : p->storage[i - COLOURS];
        if (second && i == first) count--;
        rest += count;
        if (count > 0 && (second || rest > 1)) out[k++] = (i16)(WITH + i);
    }
    for (int i = 0; i < k / 2; i++) { i16 t = out[i]; out[i] = out[k - 1 - i]; out[k - 1 - i] = t; }
    return k;
}

static int list_distinct(const State *s, int base, int francs, i16 *out) {
    int k = 0;
    for (int i = 0; i < s->drawn.n; i++) {
        int item = s->drawn.items[i], at = k;
        if (s->pile == TILES && TILE_PRICE[item] > francs) continue;
        while (at > 0 && out[at - 1] > base + item) at--;
        if (at > 0 && out[at - 1] == base + item) continue;
        for (int j = k; j > at; j--) out[j] = out[j - 1];
        out[at] = (i16)(base + item);
        k++;
    }
    return k;
}

static int legal_actions(const State *s, i16 *out) {
    const Player *p = &s->players[s->current];
    int k = 0;
    switch (s->phase) {
        case MINING_MOVES: return legal_mining(s, out);
        case PLACING:
            for (int i = 0; i < SPACES; i++) if (can_place(s, p, i)) out[k++] = (i16)(PLACE + i);
            out[k++] = PLACE + SPACES;
            return k;
        case FIRST_CUBE: case SECOND_CUBE: return legal_cubes(s, out);
        case DRAFTING:
            for (int c = 0; c < ORDER_CARDS; c++) if (s->in_draft[c]) out[k++] = (i16)(DRAFT + c);
            return k;
        case FILLING_CART:
            for (int c = 0; c < COLOURS; c++) if (s->supply[c] > 0) out[k++] = (i16)(COAL + c);
            out[k++] = LEAVE_EMPTY;
            return k;
        case KEEPING_TILE: k = list_distinct(s, KEEP_TILE, p->francs, out); out[k++] = KEEP_NONE; return k;
        case KEEPING_ORDER: k = list_distinct(s, KEEP_ORDER, 0, out); out[k++] = KEEP_NONE; return k;
        case ARRANGING: return list_distinct(s, s->pile == TILES ? NEXT_TILE : NEXT_ORDER, 1000, out);
        case CHOOSING_END: out[0] = TOP; out[1] = BOTTOM; return 2;
        default: out[0] = END_TURN; return 1;
    }
}

/* ---------------------------------------------------------------- moves */

static void arrange(State *s) {
    for (int i = 1; i < s->drawn.n; i++) if (s->drawn.items[i] != s->drawn.items[0]) { s->phase = ARRANGING; return; }
    for (int i = 0; i < s->drawn.n; i++) s->arranged.items[s->arranged.n++] = s->drawn.items[i];
    s->drawn.n = 0;
    Pile *d = &s->piles[s->pile];
    int count = s->arranged.n, start = d->n;
    if (s->end) { start = 0; memmove(d->items + count, d->items, (size_t)d->n); }
    for (int i = 0; i < count; i++) d->items[start + count - 1 - i] = s->arranged.items[i];
    d->n += count;
    s->arranged.n = 0;
    s->phase = DONE;
}

static void choose_end(State *s, int end) { s->end = end; arrange(s); }

static void put_back(State *s) {
    if (s->drawn.n == 0) s->phase = DONE;
    else if (s->piles[s->pile].n == 0) choose_end(s, 0);
    else s->phase = CHOOSING_END;
}

static void next_cart(State *s) {
    if (s->unfilled > 0 && total(s->supply, COLOURS) > 0) s->phase = FILLING_CART;
    else { s->unfilled = 0; put_back(s); }
}

static void buy_tile(State *s, int tile) {
    Player *p = &s->players[s->current];
    int c = TILE_COLOUR[tile];
    p->francs -= TILE_PRICE[tile];
    p->tiles[tile]++;
    p->carts[c] += TILE_CARTS[tile];
    int m = TILE_CARTS[tile] < s->supply[c] ? TILE_CARTS[tile] : s->supply[c];
    s->supply[c] -= (i8)m;
    p->coal[c][c] += (i8)m;
    s->unfilled = TILE_CARTS[tile] - m;
    s->level = c;
    next_cart(s);
}

static void draw_five(State *s, int pile) {
    s->pile = pile;
    s->drawn.n = 0;
    while (s->drawn.n < DRAW_SIZE && s->piles[pile].n) s->drawn.items[s->drawn.n++] = (i8)pop(&s->piles[pile]);
    s->phase = pile == TILES ? KEEPING_TILE : KEEPING_ORDER;
}

static void take_drawn(State *s, int item) { int at = 0; while (s->drawn.items[at] != item) at++; take(&s->drawn, at); }

static void deliver(State *s, int vehicle) {
    Player *p = &s->players[s->current];
    for (int i = 0; i < p->orders.n;) {
        int card = p->orders.items[i];
        if (ORDER_VEHICLE[card] != vehicle || s->missing[card]) { i++; continue; }
        take(&p->orders, i);
        p->points += ORDER_POINTS[card];
        for (int c = 0; c < COLOURS; c++) {
            s->supply[c] += s->cubes[card][c];
            p->squares[c] += ORDER_SQUARES[card][c];
            s->cubes[card][c] = 0;
        }
        p->squares[COLOURS + vehicle] += ORDER_SIZE[card];
    }
    p->complete[vehicle] = 0;
}

static void place(State *s, int space) {
    Player *p = &s->players[s->current];
    if (space == SPACES) { p->workers--; p->francs += BANK_FRANCS; s->phase = DONE; return; }
    int need = s->workers_on[space] + 1, d = SPACE_DETAIL[space];
    p->workers -= need;
    s->workers_on[space] = (i8)need;
    s->owner_of[space] = (i8)s->current;
    switch (SPACE_KIND[space]) {
        case FACTORY: { int tile = s->factory[d]; s->factory[d] = -1; s->refill = 1 + space; buy_tile(s, tile); return; }
        case FACTORY_DRAW: draw_five(s, TILES); return;
        case ORDER_DRAW: draw_five(s, ORDERS); return;
        case MINING: s->moves = d; s->phase = MINING_MOVES; return;
        case DELIVERY: deliver(s, d); break;
        case MONEY: p->francs += d; break;
        case ORDER: { int card = s->display[d]; s->display[d] = -1; s->refill = 1 + space; gain_order(s, card); break; }
    }
    s->phase = DONE;
}

static void spend(State *s, int moves) { s->moves -= moves; s->phase = s->moves > 0 ? MINING_MOVES : DONE; }

static void put_on_order(State *s, int card, int cube) {
    Player *p = &s->players[s->current];
    if (cube < COLOURS) p->cage[cube]--; else p->storage[cube - COLOURS]--;
    s->cubes[card][cube % COLOURS]++;
}

static void close_square(State *s, int card, int colour) {
    s->needs[card][colour]--;
    if (--s->missing[card] == 0) s->players[s->current].complete[ORDER_VEHICLE[card]]++;
}

static int count_of(const Player *p, int e) {
    int key = ELEMENT_KEY[e];
    if (ELEMENT_TYPE[e] == 2) return p->carts[key] - total(p->coal[key], COLOURS);
    return ELEMENT_TYPE[e] == 1 ? p->squares[COLOURS + key] : p->squares[key];
}

static void score_element(State *s, int e) {
    int best = 0, second = 0, leaders = 0;
    for (int p = 0; p < s->n; p++) {
        int v = count_of(&s->players[p], e);
        if (v > best) { second = best; best = v; leaders = 1; }
        else if (v == best) leaders++;
        else if (v > second) second = v;
    }
    if (!best) return;
    for (int p = 0; p < s->n; p++) {
        int v = count_of(&s->players[p], e);
        if (v == best) s->players[p].points += FIRST_PRIZE[e];
        else if (v == second && second > 0 && leaders == 1 && s->n > 2) s->players[p].points += SECOND_PRIZE[e];
    }
}

static void score_end(State *s) {
    for (int i = 0; i < s->n; i++) {
        Player *p = &s->players[i];
        int cubes = total(p->cage, COLOURS) + total(p->storage, COLOURS), balance = 0;
        for (int c = 0; c < COLOURS; c++) cubes += total(p->coal[c], COLOURS);
        for (int o = 0; o < p->orders.n; o++) cubes += total(s->cubes[p->orders.items[o]], COLOURS);
        for (int t = 0; t < TILE_KINDS; t++) balance += TILE_SIDE[t] ? p->tiles[t] : -p->tiles[t];
        p->points += p->francs / FRANCS_PER_VP + cubes / CUBES_PER_VP + p->orders.n * VP_PER_OUTSTANDING + abs(balance) * VP_PER_SURPLUS;
        p->francs %= FRANCS_PER_VP;
    }
}

static int next_first(const State *s) {
    int most = -1, found = s->first;
    for (int i = 1; i <= s->n; i++) {
        int p = (s->first + i) % s->n, workers = 0;
        for (int j = 0; j < SPACES; j++)
            if (s->owner_of[j] == p && (SPACE_KIND[j] == FACTORY || SPACE_KIND[j] == FACTORY_DRAW)) workers += s->workers_on[j];
        if (workers > most) { most = workers; found = p; }
    }
    return found;
}

static void begin_shift(State *s, int shift, int first) {
    call_workers_home(s);
    s->shift = shift;
    s->first = s->current = first;
    s->phase = PLACING;
}

static void end_turn(State *s) {
    if (s->shift == 0) {
        if (s->drafted < START_ORDERS * s->n) { s->current = (s->current + s->n - 1) % s->n; s->phase = DRAFTING; return; }
        for (int c = 0; c < ORDER_CARDS; c++) if (s->in_draft[c]) { s->display[ORDER_SLOTS - 1] = (i8)c; s->in_draft[c] = 0; }
        for (int i = 0; i < ORDER_SLOTS - 1; i++) if (s->n >= SPACE_MIN[ORDER_SPACE[i]]) s->display[i] = (i8)pop(&s->piles[ORDERS]);
        begin_shift(s, 1, s->first);
        return;
    }
    s->moves = 0;
    if (s->refill) {
        int space = s->refill - 1, tiles = SPACE_KIND[space] == FACTORY;
        if (s->piles[tiles ? TILES : ORDERS].n) {
            int item = pop(&s->piles[tiles ? TILES : ORDERS]);
            if (tiles) s->factory[SPACE_DETAIL[space]] = (i8)item; else s->display[SPACE_DETAIL[space]] = (i8)item;
        }
        s->refill = 0;
    }
    for (int i = 1; i <= s->n; i++) {
        int p = (s->current + i) % s->n;
        if (s->players[p].workers > 0) { s->current = p; s->phase = PLACING; return; }
    }
    for (int e = 0; e < ELEMENTS / SHIFTS * s->shift; e++) score_element(s, e);
    if (s->shift == SHIFTS) { score_end(s); s->phase = OVER; }
    else begin_shift(s, s->shift + 1, next_first(s));
}

static void apply(State *s, int a) {
    Player *p = &s->players[s->current];
    if (a == END_TURN) end_turn(s);
    else if (a < DRAFT) place(s, a - PLACE);
    else if (a < COAL) { gain_order(s, a - DRAFT); s->drafted++; s->phase = DONE; }
    else if (a < LEAVE_EMPTY) { s->supply[a - COAL]--; p->coal[s->level][a - COAL]++; s->unfilled--; next_cart(s); }
    else if (a == LEAVE_EMPTY) { s->unfilled--; next_cart(s); }
    else if (a < KEEP_ORDER) { take_drawn(s, a - KEEP_TILE); buy_tile(s, a - KEEP_TILE); }
    else if (a < KEEP_NONE) { take_drawn(s, a - KEEP_ORDER); gain_order(s, a - KEEP_ORDER); put_back(s); }
    else if (a == KEEP_NONE) put_back(s);
    else if (a == TOP) choose_end(s, 0);
    else if (a == BOTTOM) choose_end(s, 1);
    else if (a < CAGE) {
        int item = a < NEXT_ORDER ? a - NEXT_TILE : a - NEXT_ORDER;
        take_drawn(s, item);
        s->arranged.items[s->arranged.n++] = (i8)item;
        arrange(s);
    } else if (a < LOAD) { p->level = a - CAGE; spend(s, 1); }
    else if (a < STORE) { p->coal[p->level - 1][a - LOAD]--; p->cage[a - LOAD]++; spend(s, 1); }
    else if (a < FILL) { p->cage[a - STORE]--; p->storage[a - STORE]++; spend(s, 1); }
    else if (a < WITH) {
        int how = (a - FILL) % 3, colour = (a - FILL) / 3 % COLOURS, card = (a - FILL) / (3 * COLOURS);
        if (how == TWO_FOR_ONE) { s->swap = card; s->swap_colour = colour; s->phase = FIRST_CUBE; return; }
        put_on_order(s, card, how * COLOURS + colour);
        close_square(s, card, colour);
        spend(s, 1);
    } else if (s->phase == FIRST_CUBE) { s->swap_first = a - WITH; s->phase = SECOND_CUBE; }
    else {
        put_on_order(s, s->swap, s->swap_first);
        put_on_order(s, s->swap, a - WITH);
        close_square(s, s->swap, s->swap_colour);
        spend(s, 2);
    }
}

/* coal_baron PLAYERS GAMES SEED < keys: eight little-endian words a game */
int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int players = atoi(argv[1]), games = atoi(argv[2]);
    u32 *keys = malloc((size_t)games * 32);
    int *scores = malloc((size_t)(games * players) * sizeof(int));
    if (!keys || !scores || fread(keys, 32, (size_t)games, stdin) != (size_t)games) return 1;
    Fast fast;
    fast_seed(&fast, (u32)atoi(argv[3]), 0);
    static State s;
    i16 out[512];
    long decisions = 0;
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int g = 0; g < games; g++) {
        setup(&s, players, keys + 8 * g);
        while (s.phase != OVER) { int k = legal_actions(&s, out); apply(&s, out[fast_draw(&fast, k)]); decisions++; }
        for (int p = 0; p < players; p++) scores[g * players + p] = s.players[p].points;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%ld %.0f\n", decisions, (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec));
    for (int i = 0; i < games * players; i++) printf("%d\n", scores[i]);
    return 0;
}
