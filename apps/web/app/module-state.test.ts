import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * Allowed variables and collections at module level, each with the reason. Data from responses and frames belongs to the
 * query client (`lib/client-state.ts`), because the server renders pages for many members in one process.
 */
const allowed: Record<string, string> = {
  'features/events/event-times.ts formatters': 'one for each time zone',
  'features/feed/card-heights.ts heights': 'only in the browser: measured heights',
  'features/feed/card-heights.ts keys': 'only in the browser: observed elements',
  'features/feed/posts.cache.ts arrivingPosts': 'only in the browser: set by presses and frames',
  'features/gratitude/placement.ts colorById': 'colors of notes on the wall, which the server does not render',
  'features/messages/conversation-panel.tsx scrollPositions':
    'only in the browser: conversations that this member left',
  'features/messages/typing.ts notifiedAt': 'only in the browser: frames that this member sent',
  'features/muted-words/muted-words.ts patterns': 'computed from its key alone',
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
  'features/support/support-watch.tsx checkedTexts': 'drafts of this member',
  'lib/client-state.ts states': 'one for each query client',
  'lib/pages.ts nextPages': 'objects of one query client',
  'ui/unsaved-texts.tsx none': 'constant',
  'lib/drafts.ts texts': 'unsent texts, cleared at sign-out',
  'lib/drafts.ts attempts': 'unsent texts, cleared at sign-out',
  'lib/live.ts features': 'one for each feature',
  'lib/unsaved-text.ts deletedIds': 'deletions of the last five seconds',
  'lib/page-reads.server.ts statusesWithoutBody': 'constant',
  'lib/picture-file.ts shrinkableTypes': 'constant',
  'lib/remembered-state.ts remembered': 'one for each remembered state',
  'service-worker.ts currentFiles': 'constant',
  'shell/leave-device.ts keptKeys': 'constant',
  'watchdog.ts failed': 'files of one page that failed to load',
  // Assigned only in the browser, by events and effects.
  'form-pages.ts isSending': 'a form in flight',
  'features/events/live.ts noticeQueue': 'frames of this member, in order',
  'features/feed/composer-tools.tsx attachmentToFocus': 'focus after a press',
  'features/meditations/play-request.ts requestedId': 'the last press',
  'features/messages/chat-store.ts readingId': 'the open conversation',
  'features/messages/member-outbox.ts current': 'unsent messages of this member',
  'features/player/one-tab.ts channel': 'between tabs of one browser',
  'features/player/player-store.ts state': 'the audio player',
  'features/player/player.ts audio': 'the audio player',
  'features/player/player.ts isSeeking': 'the audio player',
  'features/player/player.ts lastSavedAt': 'the audio player',
  'features/player/player.ts listening': 'the audio player',
  'features/player/player.ts savedAddress': 'the audio player',
  'features/player/player.ts startAt': 'the audio player',
  'features/support/support-watch.tsx shownCard': 'the open message',
  'lib/dock.ts docked': 'the audio player',
  'lib/lazy.ts lastTurn': 'the order of later code',
  'lib/lazy.ts resolveFirstScreenShown': 'the first screen of this page',
  'lib/lazy.ts timer': 'the first screen of this page',
  'lib/live-socket.ts checkedAt': 'the socket of this page',
  'lib/live-socket.ts isReopening': 'the socket of this page',
  'lib/live-socket.ts lastReceivedAt': 'the socket of this page',
  'lib/live-socket.ts silenceTimer': 'the socket of this page',
  'lib/live-socket.ts socket': 'the socket of this page',
  'lib/live.ts isDisconnected': 'the socket of this page',
  'lib/live.ts openings': 'the socket of this page',
  'lib/live.ts socket': 'the socket of this page',
  'lib/session-ended.ts isLeaving': 'the end of this page',
  'lib/unsaved-text.ts entries': 'unsent texts of this page',
  'lib/unsaved-text.ts nextId': 'unsent texts of this page',
  'ui/announcer.tsx message': 'the last announcement',
  'ui/toast-store.ts lastId': 'toasts of this page',
  'ui/toast-store.ts lastPaintedId': 'toasts of this page',
  'ui/toast-store.ts currentToast': 'toasts of this page',
  'watchdog.ts firstFailureAt': 'an inline script',
  'watchdog.ts isDamaged': 'an inline script',
  'watchdog.ts isRecovering': 'an inline script',
  'watchdog.ts notice': 'an inline script',
  'watchdog.ts renewals': 'an inline script',
  // The same for all members.
  'lib/api-client.ts send': 'set once by the server',
  'lib/product.ts productName': 'a setting of the community',
  'lib/relative-time.tsx now': 'the clock of the browser',
  'lib/relative-time.tsx timer': 'the clock of the browser',
};

/** A top-level variable that can be assigned, or a collection, an empty list or an empty object. */
const declaration =
  /^(?:export )?(?:let (\w+)|const (\w+)(?::[^\n]+?)? = (?:new (?:(?:Weak)?(?:Map|Set)|RecentMap)\b|\[\]|\{\}))/gm;

test.for([
  'let current = 0;',
  'export const all = new Map<string, number>();',
  'const byElement = new WeakMap<Element, string>();',
  'const recent = new RecentMap<string, number>();',
  'const lines: string[] = [];',
  'const cache: { [key in Kind]?: (value: string) => void } = {};',
])('finds the state in "%s"', (line) => {
  expect(line.match(declaration)).toHaveLength(1);
});

test('no module holds mutable state, except the variables listed', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    if (file.includes('.test.')) continue;
    const source = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    // Sets of listeners shrink when listeners unsubscribe.
    for (const [, variable, collection = ''] of source.matchAll(declaration)) {
      const name = variable ?? collection;
      if (!/listeners$/i.test(name)) found.push(`${file} ${name}`);
    }
  }
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
