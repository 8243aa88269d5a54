/** Long sections, in a shared chunk. */
export { default as AccessSection } from './access/AccessSection';
export { default as ChannelsSection } from './channels/ChannelsSection';
export { default as TransferSection } from './transfer/TransferSection';
