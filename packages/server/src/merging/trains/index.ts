/** Merge trains: start with `rules/train-plan.ts` and `operations/advance-train.ts`. */

export { addToTrain } from './operations/add-to-train.ts';
export { advanceSoon } from './operations/advance-train.ts';
export { removeCar } from './operations/remove-car.ts';
export { removal } from './rules/removal-reasons.ts';
export {
  lastCarOf,
  listTrainCars,
  requestOfCar,
  type TrainCarView,
  trainBranches,
  trainPart,
} from './reads/train-cars.ts';
export { findActiveCar, findLastCar } from './store/train-cars-store.ts';
