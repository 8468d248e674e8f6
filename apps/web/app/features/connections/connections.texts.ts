import { plural } from '../../lib/locale.ts';

export const connectionRequests = (count: number): string =>
  plural(count, { one: '# connection request', other: '# connection requests' });
/** Says what the number counts. Loaded requests are counted, so there may be more than 99. */
export const wouldLikeToConnect = (count: number): string =>
  count > 99
    ? '99+ people would like to connect'
    : plural(count, { one: 'One person would like to connect', other: '# people would like to connect' });
export const sharedConnections = (count: number): string =>
  plural(count, { one: '# shared connection', other: '# shared connections' });
