export { LittleWindowButton } from './LittleWindowButton';
