import { PushRules } from '../push-rules/push-rules.tsx';

export default PushRules;
