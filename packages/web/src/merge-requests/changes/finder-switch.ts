import { layerSwitch } from '../../app/lazy-layer.ts';

export const finderLayer = layerSwitch();
