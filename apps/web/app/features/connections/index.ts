export { ConnectButton } from './connect-button.tsx';
export { useRemoveConnection } from './connections.api.ts';
export { onConnectionChange, refreshConnections } from './connections.cache.ts';
export { startConnectionsLive } from './connections-live.ts';
export { IncomingLink } from './incoming-link.tsx';
