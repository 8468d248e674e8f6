/** One tab at a time sounds: what is begun in one pauses the others, so that two tabs count nothing twice. */
const channelName = 'meditations';

type Word = 'playing' | 'signing-out';

let channel: BroadcastChannel | undefined;

const openChannel = (): BroadcastChannel => (channel ??= new BroadcastChannel(channelName));

export const listenToTabs = (on: Record<Word, () => void>): void =>
  openChannel().addEventListener('message', ({ data }) => on[data as Word]?.());

export const tellTabs = (word: Word): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  openChannel().postMessage(word);
};
