import { randomUUIDv7 } from 'node:crypto';
import type { Feature } from '../../community/feature.ts';
import { personalData } from './presence.tables.ts';
import { trackPresence } from './presence.ts';

export { presenceChanged } from './presence.ts';

export const presence: Feature = {
  name: 'presence',
  registerRoutes: async (server, { db, transact, sockets }) =>
    void (await trackPresence(server, { db, transact, sockets, processId: randomUUIDv7() })),
  personalData,
};
