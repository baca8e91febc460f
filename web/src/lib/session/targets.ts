// Index of options, refusals and plans by board object.

import type { OptionData, PlanData, RefusalData } from '../../generated/protocol';

/** The options, refusals and plans of one target, or of all. */
export interface Target {
  options: OptionData[];
  refusals: RefusalData[];
  plans: PlanData[];
}

export const NOTHING: Target = { options: [], refusals: [], plans: [] };

/** The targets named by options, refusals and plans, in their order. */
export function targetsOf({ options, refusals, plans }: Target): Map<string, Target> {
  const found = new Map<string, Target>();
  const of = (id: string): Target => {
    let target = found.get(id);
    if (!target) found.set(id, (target = { options: [], refusals: [], plans: [] }));
    return target;
  };
  for (const option of options) for (const id of option.targets) of(id).options.push(option);
  for (const refusal of refusals) of(refusal.target).refusals.push(refusal);
  for (const plan of plans) of(plan.target).plans.push(plan);
  return found;
}
