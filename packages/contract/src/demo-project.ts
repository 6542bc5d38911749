/** The first start creates this project. */
export const DEMO_PROJECT_NAME = 'Demo';
