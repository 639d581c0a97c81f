import { layerSwitch } from '../../../app/lazy-layer.ts';

export const findLayer = layerSwitch();
