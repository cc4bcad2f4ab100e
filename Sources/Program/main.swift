import Cellist

CellistCommand.main()
