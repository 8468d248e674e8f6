// Code that renders on the server keeps no state in module variables: the server renders pages for many members in one
// process. Data from responses and frames belongs to the query client (`apps/web/app/lib/client-state.ts`).
import path from 'node:path';

/** Allowed variables, and files that never run on the server, each with the reason. */
const allowed = /** @type {Record<string, string>} */ ({
  'form-pages.ts': 'a script of pages without React',
  'service-worker.ts': 'a worker',
  'watchdog.ts': 'an inline script',
  'features/player/player.ts': 'the audio player',
  'lib/live-socket.ts': 'the socket of this page',
  'features/events/event-times.ts formatters': 'one for each time zone',
  'features/feed/posts.cache.ts arrivingPosts': 'only in the browser: set by presses and frames',
  'features/messages/conversation-panel.tsx scrollPositions':
    'only in the browser: conversations that this member left',
  'features/messages/chat.ts notifiedAt': 'only in the browser: frames that this member sent',
  'features/muted-words/muted-words.ts patterns': 'computed from its key alone',
  'features/messages/chat.ts typing': 'entries end after five seconds',
  'features/feed/post-images.tsx revealedUrls': 'pictures that this member opened',
  'features/player/listening.ts inFlight': 'reports in flight',
  'lib/client-state.ts states': 'one for each query client',
  'lib/pages.ts nextPages': 'objects of one query client',
  'lib/drafts.ts texts': 'unsent texts, cleared at sign-out',
  'lib/drafts.ts attempts': 'unsent texts, cleared at sign-out',
  'lib/live.ts features': 'one for each feature',
  'lib/locale.ts unitFormats': 'computed from its key alone',
  'lib/unsaved-text.ts deletedIds': 'deletions of the last five seconds',
  'lib/remembered-state.ts remembered': 'one for each remembered state',
  // Assigned only in the browser, by events and effects.
  'features/events/live.ts noticeQueue': 'frames of this member, in order',
  'features/feed/composer-tools.tsx attachmentToFocus': 'focus after a press',
  'features/meditations/play-request.ts requestedId': 'the last press',
  'features/messages/chat.ts readingId': 'the open conversation',
  'features/messages/member-outbox.ts current': 'unsent messages of this member',
  'features/player/player-store.ts player': 'the audio player',
  'lib/lazy.ts resolveFirstScreenShown': 'the first screen of this page',
  'lib/lazy.ts timer': 'the first screen of this page',
  'lib/live.ts isDisconnected': 'the socket of this page',
  'lib/live.ts openings': 'the socket of this page',
  'lib/live.ts socket': 'the socket of this page',
  'lib/session-ended.ts isLeaving': 'the end of this page',
  'lib/unsaved-text.ts unsavedTextStore': 'unsent texts of this page',
  'lib/unsaved-text.ts nextId': 'unsent texts of this page',
  'ui/announcer.tsx message': 'the last announcement',
  'lib/toast-store.ts lastId': 'toasts of this page',
  'lib/toast-store.ts lastPaintedId': 'toasts of this page',
  'lib/toast-store.ts toastStore': 'toasts of this page',
  // The same for all members.
  'lib/api-client.ts send': 'set once by the server',
  'lib/product.ts productName': 'a setting of the community',
  'lib/product.ts store': 'the name and look of the community',
  'ui/relative-time.tsx clock': 'the clock of the browser',
});

const appFolder = 'apps/web/app/';
const collection = /^(?:Weak)?(?:Map|Set)$|^RecentMap$/;

/** Whether an expression creates something that can be filled later: a store, a collection, an empty list or an empty object. */
function isCollection(/** @type {any} */ node) {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return isCollection(node.expression);
  if (node?.type === 'NewExpression') return collection.test(node.callee.name);
  if (node?.type === 'CallExpression')
    return node.callee.name === 'createStore' && node.arguments[0]?.name !== 'undefined';
  return (
    (node?.type === 'ArrayExpression' && node.elements.length === 0) ||
    (node?.type === 'ObjectExpression' && node.properties.length === 0)
  );
}

/** Whether the declared type forbids changes. */
function isReadonly(/** @type {any} */ { typeAnnotation }) {
  const type = typeAnnotation?.typeAnnotation;
  return type?.operator === 'readonly' || type?.typeName?.name?.startsWith('Readonly') === true;
}

/** Returns the declared names of a file that can hold state. Sets of listeners shrink when listeners unsubscribe. */
function statesIn(/** @type {any} */ program) {
  const declarations = program.body
    .map((/** @type {any} */ node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((/** @type {any} */ node) => node?.type === 'VariableDeclaration' && node.declare !== true);
  return declarations.flatMap((/** @type {any} */ { kind, declarations: declarators }) =>
    declarators
      .filter((/** @type {any} */ { id, init }) => kind !== 'const' || (isCollection(init) && !isReadonly(id)))
      .filter((/** @type {any} */ { id }) => !/listeners$/i.test(id.name)),
  );
}

const variables = {
  meta: { type: 'problem' },
  create(/** @type {any} */ context) {
    const file = path.relative(context.cwd, context.filename).replaceAll('\\', '/');
    if (!file.startsWith(appFolder) || file.includes('.test.')) return {};
    const name = file.slice(appFolder.length);
    return {
      Program(/** @type {any} */ program) {
        const unused = new Set(Object.keys(allowed).filter((key) => key.split(' ', 1)[0] === name));
        for (const { id } of statesIn(program)) {
          if (unused.delete(`${name} ${id.name}`) || name in allowed) continue;
          context.report({
            node: id,
            message: `${id.name} is shared by all members whose pages the server renders. Use clientState, or list it in lint/module-state.js with a reason.`,
          });
        }
        for (const key of unused)
          if (key !== name)
            context.report({
              node: program.body[0] ?? program,
              message: `Remove "${key}" from lint/module-state.js: it holds no state.`,
            });
      },
    };
  },
};

export default { meta: { name: 'module-state' }, rules: { variables } };
