import { plural } from '../../lib/locale.ts';

export const connectionRequests = (count: number): string =>
  plural(count, { one: '# connection request', other: '# connection requests' });
export const requestCount = (count: number): string =>
  count > 99 ? '99+ requests' : plural(count, { one: '# request', other: '# requests' });
export const sharedConnections = (count: number): string =>
  plural(count, { one: '# shared connection', other: '# shared connections' });
