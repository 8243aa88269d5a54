/** What opens on the alerts page: fetched together. */
export { default as AlertMenu } from './AlertMenu';
export { default as Backtest } from './Backtest';
export { default as DeliveryLog } from './DeliveryLog';
export { default as JoinedConditions } from './JoinedConditions';
export { default as ListBacktest } from './ListBacktest';
export { default as MoreOptions } from './MoreOptions';
