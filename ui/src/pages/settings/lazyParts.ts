/** The sections that are long: fetched together when one of them is opened. */
export { default as AccessSection } from './access/AccessSection';
export { default as ChannelsSection } from './channels/ChannelsSection';
export { default as TransferSection } from './transfer/TransferSection';
