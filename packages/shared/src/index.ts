/** What the packages share with the program that runs them: the door of a local server, and errors of a start. */
export { StartError } from './command_errors.ts'
export { contained } from './contained.ts'
export { refusalAtDoor } from './local_door.ts'
export { authorityOf, requestTarget } from './request_target.ts'
