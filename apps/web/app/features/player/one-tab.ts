/** One tab at a time sounds: what is begun in one pauses the others, so that two tabs count nothing twice. */
const channelName = 'meditations';

type Word = 'playing' | 'signing-out';

let channel: BroadcastChannel | undefined;

/** Undefined where the browser has no channels, or blocks them with its storage: tabs then do not know of each other. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return (channel ??= new BroadcastChannel(channelName));
  } catch {
    return undefined;
  }
};

export const listenToTabs = (on: Record<Word, () => void>): void =>
  openChannel()?.addEventListener('message', ({ data }) => on[data as Word]?.());

export const tellTabs = (word: Word): void => {
  openChannel()?.postMessage(word);
};
