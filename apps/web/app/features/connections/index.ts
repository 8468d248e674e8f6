export { ConnectButton } from './connect-button.tsx';
export { hideFromConnections, refreshConnections, refreshSuggestions } from './connections.cache.ts';
export { EndConnection } from './connection-menu.tsx';
export { IncomingLink } from './incoming-link.tsx';
