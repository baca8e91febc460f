// Names and numbers of Kohle & Kolonie's view as the drawings need them.

import type { OptionData } from '../../generated/protocol';
import type { FieldView, PlayerView, SidePrint, View } from '../../generated/view-kohle-kolonie';
import { END } from '../../lib/session/screen.svelte';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';

export function viewOf(session: Session): View {
  return viewAs('kohle-kolonie', session.view);
}

export function playerOf(session: Session, seat: number): PlayerView | undefined {
  return viewOf(session).players[seat];
}

/** The question on the screen, to tell it from the next one: a plan goes on while the table stands still. */
export function question(session: Session): unknown {
  return session.plan.active ? session.plan.ahead : session.latest?.at;
}

/** Towns have the colours in the order in which the material names them. */
export const TOWN_FILL = ['var(--t-essen)', 'var(--t-bochum)', 'var(--t-hatt)', 'var(--t-witten)'] as const;
export const TOWN_EDGE = ['var(--amber-59)', 'var(--sky-53)', 'var(--plum-50)', 'var(--leaf-53)'] as const;

/** And a weave each, for whoever does not tell the colours apart: lines, dots, slopes and squares. */
const THREAD = 'color-mix(in srgb, var(--paper-ink) 12%, transparent)';
export const TOWN_WEAVE = [
  `repeating-linear-gradient(0deg, ${THREAD} 0 1.5px, transparent 1.5px 7px)`,
  `radial-gradient(${THREAD} 1.4px, transparent 1.9px) 0 0 / 8px 8px`,
  `repeating-linear-gradient(45deg, ${THREAD} 0 1.5px, transparent 1.5px 7px)`,
  `repeating-linear-gradient(90deg, ${THREAD} 0 1.5px, transparent 1.5px 7px)`,
] as const;

export function towns(view: View): string[] {
  return [...new Set(view.printed.fields.city)];
}

/** The number of a field's town. */
export function townOf(view: View, field: string): number {
  const index = view.fields.findIndex((one) => one.id === field);
  return Math.max(0, towns(view).indexOf(view.printed.fields.city[index] ?? '')) % TOWN_FILL.length;
}

/** Lines have their colour, a dash and their letter: never colour alone. */
const RAIL: Record<string, { colour: string; dash: string }> = {
  yellow: { colour: 'var(--r-yellow)', dash: '' },
  red: { colour: 'var(--r-red)', dash: '' },
  brown: { colour: 'var(--r-brown)', dash: '14 5' },
  green: { colour: 'var(--r-green)', dash: '3 5' },
};
export const railArt = (line: string): { colour: string; dash: string } =>
  RAIL[line] ?? { colour: 'var(--paper-ink-2)', dash: '8 4' };

export function large(view: View, field: FieldView): { points: number; income: number; wagons: number } {
  const index = view.fields.indexOf(field);
  const { points, income, wagons } = view.printed.fields;
  return { points: points[index] ?? 0, income: income[index] ?? 0, wagons: wagons[index] ?? 0 };
}

export interface CardPrint {
  field: string;
  town: number;
  income: number;
  wagons: number;
  /** The number of a small or single mine; null for a large one. */
  number: number | null;
}

/** What a mine card on a mat says: `mine:12` or `large:VG`. */
export function cardPrint(view: View, card: string): CardPrint {
  const [kind, id = ''] = card.split(':');
  if (kind === 'large') {
    const field = view.fields.find((one) => one.id === id)!;
    const { income, wagons } = large(view, field);
    return { field: id, town: townOf(view, id), income, wagons, number: null };
  }
  const index = Number(id) - 1;
  const { mines } = view.printed;
  const field = view.mines[index]?.field ?? '';
  return {
    field,
    town: townOf(view, field),
    income: mines.income[index] ?? 0,
    wagons: mines.wagons[index] ?? 0,
    number: Number(id),
  };
}

export function sideOf(view: View, card: string, flipped: boolean): SidePrint | undefined {
  return view.printed.technology.find((side) => side.card === card && side.flipped === flipped);
}

/** The first word of a target says what kind of object it is. */
const kindOf = (target: string): string => target.split(':')[0]!;
const ON_MAT = new Set(['slot', 'guard', 'tech', 'card']);
const ON_MAP = new Set(['mine', 'village', 'station', 'field']);

export const onMat = (option: OptionData): boolean => option.targets.some((target) => ON_MAT.has(kindOf(target)));
const onMap = (option: OptionData): boolean => option.targets.some((target) => ON_MAP.has(kindOf(target)));

/** Kinds that have a control of their own in the dock. */
const OWN_CONTROL = new Set(['bid', 'choose', 'miners']);

/** What has no place on the map or the mat, or is easier said than shown: it gets a button in the dock. */
export function spoken(session: Session): OptionData[] {
  return session.options.filter((option) => {
    if (option.id === END || OWN_CONTROL.has(option.kind)) return false;
    return SAID_TOO.has(option.kind) || !(onMat(option) || onMap(option));
  });
}
const SAID_TOO = new Set([
  'settlers',
  'arrange',
  'protect',
  'defend',
  'load_worker',
  'flip_both',
  'flip_workers',
  'flip_coins',
]);

/** Where the present question is answered: on the map and in the dock, on the mat, or on both. */
export function places(session: Session): { map: boolean; mat: boolean } {
  const open = session.options.filter((option) => option.id !== END);
  const plain = new Set(spoken(session));
  return { map: open.some((option) => !onMat(option) || plain.has(option)), mat: open.some(onMat) };
}
