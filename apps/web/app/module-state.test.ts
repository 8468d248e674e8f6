import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * Allowed collections at module level, each with the reason. Data from responses and frames belongs to the query client
 * (`lib/client-state.ts`), because the server renders pages for many members.
 */
const allowed: Record<string, string> = {
  'features/events/event-times.ts formatters': 'one for each time zone',
  'features/messages/chat-store.ts chats': 'only in the browser: conversations that this member opened',
  'features/messages/chat-store.ts visibleIds': 'conversations in view',
  'features/messages/chat-store.ts pendingReads': 'reads in flight',
  'features/messages/chat-store.ts closingGaps': 'reads in flight',
  'features/messages/message-composer.tsx photos': 'unsent photos',
  'features/messages/typing.ts timers': 'entries end after five seconds',
  'features/feed/picture-uploads.ts uploads': 'uploads in flight',
  'features/feed/post-images.tsx revealedUrls': 'pictures that this member opened',
  'features/player/listening-reports.ts inFlight': 'reports in flight',
  'features/support/support-watch.tsx dismissedTexts': 'drafts of this member',
  'lib/drafts.ts texts': 'unsent texts, cleared at sign-out',
  'lib/drafts.ts attempts': 'unsent texts, cleared at sign-out',
  'lib/live.ts features': 'one for each feature',
  'lib/unsaved-text.ts deletedIds': 'deletions of the last five seconds',
  'lib/picture-file.ts shrinkableTypes': 'constant',
  'lib/remembered-state.ts remembered': 'one for each remembered state',
  'service-worker.ts currentFiles': 'constant',
  'shell/leave-device.ts keptKeys': 'constant',
  'watchdog.ts failed': 'files of one page that failed to load',
};

/** A top-level declaration of a Map or Set without a size limit. */
const declaration = /^(?:export )?(?:const|let) (\w+)(?::[^=\n]+)? = new (?:Map|Set)\b/gm;

test('no module holds an unbounded collection, except those listed', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    if (file.includes('.test.')) continue;
    const source = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    // Sets of listeners shrink when listeners unsubscribe.
    for (const [, name = ''] of source.matchAll(declaration))
      if (!/listeners$/i.test(name)) found.push(`${file} ${name}`);
  }
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
