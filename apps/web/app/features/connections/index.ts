export { ConnectButton } from './connect-button.tsx';
export { useRemoveConnection } from './connections.api.ts';
export { hideFromConnections, refreshConnections, refreshSuggestions } from './connections.cache.ts';
export { IncomingLink } from './incoming-link.tsx';
