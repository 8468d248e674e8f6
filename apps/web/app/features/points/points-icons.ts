import { Flower2, type LucideIcon, Leaf, MessageCircleHeart, Sparkles, Timer } from 'lucide-react';

/** Icons of the kinds of activity that earn points. */
export const pointsIcons: Readonly<Record<string, LucideIcon>> = {
  note: Leaf,
  win: Sparkles,
  post: MessageCircleHeart,
  comment: MessageCircleHeart,
  meditation_comment: MessageCircleHeart,
  listening: Timer,
  completion: Flower2,
};
