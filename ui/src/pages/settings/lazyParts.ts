/** Long sections, in a shared chunk. */
export { default as AccessSection } from './access/AccessSection';
export { default as ChannelsSection } from './channels/ChannelsSection';
export { default as PeopleSection } from './people/PeopleSection';
export { default as ServerSection } from './server/ServerSection';
export { default as TransferSection } from './transfer/TransferSection';
