import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Click handler of a screen's back link. If the screen was opened from there, goes back in history, which restores the
 * scroll position.
 */
export const useBackLink = (to: string): ((event: MouseEvent) => void) => {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (event) => {
    if (state?.from !== to || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
};
