export { WaitlistCard } from './waitlist-form.tsx';
