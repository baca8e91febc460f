/** Shifts and rounds are numbered as on the boards: I, II, III. */
export const roman = (n: number): string => ['', 'I', 'II', 'III', 'IV', 'V', 'VI'][n] ?? String(n);
