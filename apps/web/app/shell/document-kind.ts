/**
 * Whether this document is a page prerendered for visitors, for as long as it is open.
 *
 * The server answers `/` with the prerendered waitlist page to visitors and with the empty application shell to members.
 * What was prerendered must be hydrated with exactly what it shows, so the first render cannot wait for the answer to
 * "who is this?": the document itself tells. React Router marks the shell with `isSpaMode`. Signing in and out are full
 * navigations, so the answer never changes under an open document. The development server has one document for all, hence
 * asks for the viewer instead.
 */
export const isPublicDocument: boolean =
  // oxlint-disable-next-line no-underscore-dangle -- the name is React Router's
  !import.meta.env.DEV && (typeof window === 'undefined' || window.__reactRouterContext?.isSpaMode === false);
