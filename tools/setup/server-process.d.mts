export declare const serverFlags: readonly string[];
export declare function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
