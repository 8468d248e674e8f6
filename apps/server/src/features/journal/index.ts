import type { Feature } from '../../platform/feature.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { entryRoutes, promptRoutes } from './journal.routes.ts';
import { addStarterPrompts, offerStarterPrompts, starterPrompts } from './starter-prompts.ts';

export const journal: Feature = {
  name: 'journal',
  open(server, kit) {
    promptRoutes(server, kit);
    entryRoutes(server, kit);
    if (!kit.configuration.starterContent) return;
    let offer: Promise<void> | undefined;
    server.addHook('onListen', async () => {
      // Nobody waits for it but who stops the server.
      offer = offerStarterPrompts(kit).catch((error: unknown) => {
        kit.log.error({ err: error }, 'journal prompts that ship with the application cannot be added');
      });
    });
    server.addHook('onClose', async () => offer);
  },
  tasks: (kit) => [task(starterPrompts, () => addStarterPrompts(kit))],
};
