import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** For the link that leads out of a screen: where the screen was opened from there, back to the very place. */
export const useWayBack = (to: string): ((event: MouseEvent) => void) => {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (event) => {
    if (state?.from !== to || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
};
