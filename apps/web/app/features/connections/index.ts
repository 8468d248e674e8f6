export { ConnectButton } from './connect-button.tsx';
export { useRemoveConnection } from './connections.api.ts';
export {
  hideFromConnections,
  onConnectionChange,
  refreshConnections,
  refreshSuggestions,
} from './connections.cache.ts';
export { startConnectionsLive } from './connections-live.ts';
export { IncomingLink } from './incoming-link.tsx';
