/** Parts that open on the alerts page, in a shared chunk. */
export { default as AlertMenu } from './AlertMenu';
export { default as Backtest } from './Backtest';
export { default as DeliveryLog } from './DeliveryLog';
export { default as JoinedConditions } from './JoinedConditions';
export { default as ListBacktest } from './ListBacktest';
export { default as MoreOptions } from './MoreOptions';
