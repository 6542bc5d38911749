/** The name of the project that the first start creates, until somebody renames it. */
export const DEMO_PROJECT_NAME = 'Demo';
