/** Only one tab plays at a time: starting one pauses the others, so that nothing counts twice. */
const channelName = 'meditations';

type TabMessage = 'playing' | 'signing-out';

let channel: BroadcastChannel | undefined;

/** Undefined if the browser lacks or blocks broadcast channels. Tabs then do not know of each other. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return (channel ??= new BroadcastChannel(channelName));
  } catch {
    return undefined;
  }
};

export const listenToTabs = (handlers: Record<TabMessage, () => void>): void =>
  openChannel()?.addEventListener('message', ({ data }) => handlers[data as TabMessage]?.());

export const notifyTabs = (message: TabMessage): void => {
  openChannel()?.postMessage(message);
};
