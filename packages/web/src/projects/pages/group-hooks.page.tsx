export { HooksView as default } from '../hooks/hooks-view.tsx';
