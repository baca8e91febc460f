// Which icon stands for which token.

import type { IconName } from '../../art/icons';

export const BONUS_ICON: Record<string, IconName> = {
  consolidation_help: 'hammer',
  wagon: 'train',
  mine_defence: 'shield',
  miners: 'move',
  engineer: 'gear',
  settlement: 'house',
  steam_engine: 'steam',
};

export const RAIL_ICON: Record<string, IconName> = {
  points: 'trophy',
  coin: 'mark',
  worker: 'user',
  wagon: 'train',
  consolidation: 'hammer',
};
