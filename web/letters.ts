const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
// ASCII and the letters of western names; whatever else somebody is called comes from a font of the system.
export const LETTERS = `${range(0x20, 0x7e)}\u00a0${range(0xc0, 0xff)}«»°·±ŒœŸ–—‘’“”„…\u202f€−→←`;
