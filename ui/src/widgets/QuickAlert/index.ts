export { quickAlert, toggleQuickAlert } from './request';
