import type { Feature } from '../../platform/feature.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { comments, meditationKind } from './meditations.contributions.ts';
import { meditationRoutes } from './meditations.routes.ts';
import { addStarterMeditations, offerStarterMeditations, starterMeditations } from './starter-content.ts';

export const meditations: Feature = {
  name: 'meditations',
  open(server, kit) {
    meditationRoutes(server, kit);
    if (!kit.configuration.starterContent) return;
    let offer: Promise<void> | undefined;
    server.addHook('onListen', async () => {
      // Nobody waits for it but who stops the server.
      offer = offerStarterMeditations(kit).catch((error: unknown) => {
        kit.log.error({ err: error }, 'what ships with the application cannot be added');
      });
    });
    server.addHook('onClose', async () => offer);
  },
  tasks: (kit) => [task(starterMeditations, () => addStarterMeditations(kit))],
  contributions: [meditationKind, comments.kind],
};
