import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keyOfPage, openWriting, parsePage } from './kept-pages.ts';
import type { Page, Writing, WritingState } from './writing.ts';

/** A page that saves itself for as long as it is shown, in step with what other tabs of this device write in it. */
export const useWriting = (memberId: string, page: Page): WritingState & { writing: Writing } => {
  const queryClient = useQueryClient();
  const [writing] = useState(() => openWriting(queryClient, memberId, page));
  useEffect(() => {
    const followTab = ({ key, newValue }: StorageEvent) => {
      const there = key === keyOfPage(memberId, writing.state().page) ? parsePage(newValue) : null;
      if (there !== null) writing.follow(there);
    };
    const flush = () => writing.flush();
    const saveWhenHidden = () => writing.flush({ isLeaving: document.visibilityState === 'hidden' });
    const askBeforeLosing = (event: BeforeUnloadEvent) => {
      const { status, isOnDevice } = writing.state();
      if (status.kind !== 'saved' && !isOnDevice) event.preventDefault();
    };
    window.addEventListener('storage', followTab);
    window.addEventListener('beforeunload', askBeforeLosing);
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', saveWhenHidden);
    writing.flush();
    return () => {
      window.removeEventListener('storage', followTab);
      window.removeEventListener('beforeunload', askBeforeLosing);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      writing.dispose();
    };
  }, [writing, memberId]);
  return { ...useSyncExternalStore(writing.subscribe, writing.state), writing };
};
