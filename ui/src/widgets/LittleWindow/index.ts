export { LittleWindowButton } from './LittleWindowButton';
export { littleWindow } from './littleWindow';
