import type { Feature } from '../../community/feature.ts';
import { personalData } from './presence.tables.ts';
import { trackPresence } from './presence.ts';

export { presenceChanged } from './presence.ts';

export const presence: Feature = {
  name: 'presence',
  registerRoutes: async (server, context) => void (await trackPresence(server, context)),
  personalData,
};
