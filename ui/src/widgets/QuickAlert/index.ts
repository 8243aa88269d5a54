export { closeQuickAlert, quickAlert, toggleQuickAlert } from './request';
