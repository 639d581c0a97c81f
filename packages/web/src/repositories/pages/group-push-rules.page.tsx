import { PushRules } from '../protection/push-rules.tsx';

export default PushRules;
