import { createStore } from '../lib/store.ts';

/** A success, a failure, news that the member did not ask for, or a neutral fact. */
export type ToastVariant = 'default' | 'destructive' | 'news' | 'info';
export type ToastContent = {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** An optional button. The toast then stays longer. Nothing may depend on it being pressed. */
  action?: { label: string; onPress: () => void };
};
export type ShownToast = ToastContent & { id: number };

let lastId = 0;
export const toastStore = createStore<ShownToast | null>(null);
const lastPaintedId = createStore(0);

/** Shows a toast, also from outside React. Only one is visible: a newer toast replaces the older one. */
export function showToast(content: ToastContent) {
  lastId += 1;
  toastStore.set({ ...content, id: lastId });
}

export function dismissToast(id: number) {
  if (toastStore.get()?.id === id) toastStore.set(null);
}

/** Called by the notification area when a toast is visible. */
export function markToastShown(id: number) {
  lastPaintedId.set(Math.max(lastPaintedId.get(), id));
}

/** On a slow connection the code of the notification area may load late or never. */
const longestWaitMilliseconds = 15_000;

/**
 * Resolves this many milliseconds after the newest toast became visible, so that it can be read before the page
 * unloads.
 */
export const waitAfterToast = async (milliseconds: number): Promise<void> => {
  const id = lastId;
  await new Promise<void>((resolve) => {
    const finish = () => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const check = () => {
      if (lastPaintedId.get() >= id) finish();
    };
    const unsubscribe = lastPaintedId.subscribe(check);
    const timer = setTimeout(finish, longestWaitMilliseconds);
    check();
  });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
};
