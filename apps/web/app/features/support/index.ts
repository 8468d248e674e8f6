export { AuthorSupport, checkSentText } from './author-support.tsx';
