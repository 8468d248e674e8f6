/**
 * Whether this document is a prerendered page for visitors. Constant while the document is open.
 *
 * The server answers `/` with the prerendered waitlist page for visitors and with the empty application shell for
 * members. A prerendered page must be hydrated with exactly its own content, so the first render cannot wait for the
 * session check. React Router marks the shell with `isSpaMode`. Signing in and out are full navigations. The
 * development server has a single document, so there the client fetches the viewer instead.
 */
export const isPublicDocument: boolean =
  // oxlint-disable-next-line no-underscore-dangle -- the name is React Router's
  !import.meta.env.DEV && (typeof window === 'undefined' || window.__reactRouterContext?.isSpaMode === false);
