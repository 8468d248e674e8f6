import { createRoot, type Root } from 'react-dom/client';
import { SupportCard } from './support-card.tsx';

let shown: { root: Root; host: HTMLElement } | undefined;

const putAway = (): void => {
  shown?.root.unmount();
  shown?.host.remove();
  shown = undefined;
};

/**
 * Keeps the card in sight after a dialog or an editor was sent and has gone, until it is put away. A root of its own: the
 * frame of every page would otherwise carry a place for what is hardly ever there.
 */
export const showAfterwards = (): void => {
  if (shown) return;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  shown = { root, host };
  root.render(
    <SupportCard
      className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-35 max-h-[60dvh] shadow-float md:start-auto md:end-4 md:bottom-4 md:max-w-104"
      onPutAway={putAway}
    />,
  );
};
