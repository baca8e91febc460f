// Written by `make types` from the server's models: do not edit.

import type { View as CoalBaron } from './view-coal-baron';
import type { View as KohleKolonie } from './view-kohle-kolonie';
import type { View as Mine } from './view-mine';
import type { View as MineOut } from './view-mine-out';
import type { View as Example } from './view-example';

/** The view of each game. */
export interface Views {
  'coal-baron': CoalBaron;
  'kohle-kolonie': KohleKolonie;
  'mine': Mine;
  'mine-out': MineOut;
  'example': Example;
}
