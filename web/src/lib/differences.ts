/** The ids of the objects that differ between two versions. */
export function changedIds<T>(
  before: readonly T[],
  now: readonly T[],
  id: (one: T, index: number) => string,
): string[] {
  return now.flatMap((one, i) => (JSON.stringify(one) === JSON.stringify(before[i]) ? [] : [id(one, i)]));
}
