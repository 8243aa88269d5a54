export { default } from './RowSheet';
