/** What React Router writes into each document; only the part that is read here. */
interface Window {
  __reactRouterContext?: { isSpaMode?: boolean };
}
